/** Bytes of UTF-8. File systems take 255. */
const NAME_BYTES = 150

/** Names that mean devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A text as the name of a file or folder on any system. */
export const safeName = (text: string, extension = ''): string => {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[\s.]+/, '')
  let name = ''
  for (const character of clean) {
    if (Buffer.byteLength(name + character) > NAME_BYTES) break
    name += character
  }
  name = name.replace(/[\s.]+$/, '').replace(DEVICE, '_$&')
  return (name || 'Untitled') + extension
}

/** A file's name, whose extension stays. */
export const safeFileName = (name: string): string => {
  const [extension = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? []
  return safeName(name.slice(0, name.length - extension.length), extension)
}

/** Gives names that differ, also where upper and lower case are one. */
export const uniqueNames = () => {
  const taken = new Set<string>()
  const key = (name: string) => name.normalize('NFKC').toLowerCase()
  return (name: string): string => {
    let found = name
    for (let n = 2; taken.has(key(found)); n += 1) found = `${name} (${n})`
    taken.add(key(found))
    return found
  }
}
