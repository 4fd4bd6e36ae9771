const NAME_MAX = 100
const EMPTY_NAME = 'book.pdf'

/** The file name of a download: letters and digits of any script, underscore, dot and hyphen. */
export const sanitizePdfFileName = (name: string): string => {
  const clean = name
    .normalize('NFC')
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
    .replace(/_+/g, '_')
  const stem = [...clean.replace(/\.pdf$/i, '')].slice(0, NAME_MAX - '.pdf'.length).join('')
  return /[\p{L}\p{N}]/u.test(stem) ? `${stem}.pdf` : EMPTY_NAME
}
