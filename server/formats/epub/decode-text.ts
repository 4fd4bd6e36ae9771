const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/

/** Decodes an XML document or a style sheet: by its byte order mark, its XML declaration, or as UTF-8. */
export const decodeText = (bytes: Buffer): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

const encodingOf = (bytes: Buffer): string => {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const declared = DECLARED.exec(bytes.toString('latin1', 0, 300))?.[1]?.toLowerCase() ?? 'utf-8'
  // A declaration that can be read as ASCII is not in UTF-16, whatever it says.
  return declared.startsWith('utf-16') || declared.startsWith('ucs-2') ? 'utf-8' : declared
}
