import type { PDFDataRangeTransport } from 'pdfjs-dist'
import { openRanges } from '#web/reading/format/file-ranges.ts'

type Opened = { url: string } | { range: PDFDataRangeTransport; disableAutoFetch?: boolean }

/**
 * A file as pdf.js reads it, with its first part; or its address alone, if the server does not support range requests.
 * `onRefusal` is called when the rest can not be read.
 */
export const openFile = async (
  file: string | File,
  RangeTransport: typeof PDFDataRangeTransport,
  onRefusal: (error: Error) => void,
): Promise<Opened> => {
  const ranges = await openRanges(file)
  if (!ranges) return { url: String(file) }
  const { size, first, read, isLocal, close } = ranges
  class Ranges extends RangeTransport {
    override requestDataRange(begin: number, end: number) {
      read(begin, end).then((bytes) => this.onDataRange(begin, bytes), onRefusal)
    }
    override abort() {
      close()
    }
  }
  return { range: new Ranges(size, first), ...(isLocal && { disableAutoFetch: true }) }
}
