/** The files of the test data whose text view is offered to readers. */
export const GOOD_PDFS = [
  'alice-en-69p.pdf',
  'attachment-1p.pdf',
  'debian-history-ja-28p.pdf',
  'debian-install-ru-128p.pdf',
  'libpari-en-427p.pdf',
  'pdf20-simple-1p.pdf',
  'vicksburg-scan-ocr-6p.pdf',
]
