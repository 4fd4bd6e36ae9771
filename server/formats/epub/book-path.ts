export interface BookTarget {
  path: string
  fragment: string
}

/**
 * Where a reference in the file at `base` leads to in the book; undefined for one that leads out of it. As in a URL whose
 * host is the book, `..` above its root stays at the root.
 */
export const resolveInBook = (base: string, reference: string): BookTarget | undefined => {
  const trimmed = reference.replace(/[\t\n\r]/g, '').trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || /^[\\/]{2}/.test(trimmed)) return undefined
  const [withoutFragment = '', ...fragments] = trimmed.split('#')
  const fragment = decode(fragments.join('#')) ?? ''
  const [named = ''] = withoutFragment.split('?')
  // Some programs of Windows write them between folders, also in the archive (see zip-entry-name.ts).
  const relative = named.replaceAll('\\', '/')
  if (relative === '') return { path: base, fragment }
  const folders = relative.startsWith('/') ? [] : base.split('/').slice(0, -1)
  for (const encoded of relative.split('/')) {
    const segment = decode(encoded)
    if (segment === undefined || /[\p{Cc}/\\]/u.test(segment)) return undefined
    if (segment === '..') folders.pop()
    else if (segment !== '' && segment !== '.') folders.push(segment)
  }
  return { path: folders.join('/').normalize('NFC'), fragment }
}

/** Names with a percent sign are often written as they are. */
const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.includes('\0') ? undefined : text
  }
}

export const withFragment = ({ path, fragment }: BookTarget): string => (fragment ? `${path}#${fragment}` : path)
