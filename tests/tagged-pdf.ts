import { aPdf } from './hostile-files.ts'

/** A PDF of one page with words, tags and a language. */
export const aTaggedPdf = (language = 'en-GB'): Buffer =>
  aPdf({
    catalog: `/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R /Lang (${language})`,
    objects: {
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: { entries: '', body: Buffer.from('BT /F 12 Tf 20 200 Td (Every dusk) Tj ET') },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: '<< /Type /StructTreeRoot >>',
    },
  })
