const NAME_MAX = 100
const EMPTY_STEM = 'book'

/** The file name of a download: letters and digits of any script, underscore, dot and hyphen. */
export const bookFileName = (name: string, { extension }: { extension: string }): string => {
  const clean = name
    .normalize('NFC')
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
    .replace(/_+/g, '_')
  const end = clean.slice(-extension.length).toLowerCase() === extension ? -extension.length : undefined
  const stem = [...clean.slice(0, end)].slice(0, NAME_MAX - extension.length).join('')
  return (/[\p{L}\p{N}]/u.test(stem) ? stem : EMPTY_STEM) + extension
}

/** Shown in the browser or saved, under this name, and under one of Latin letters for old programs. */
export const disposition = (
  kind: 'inline' | 'attachment',
  name: string,
  { extension }: { extension: string },
): string => {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '')
  const fallback = /^\w/.test(ascii) && ascii.toLowerCase().endsWith(extension) ? ascii : EMPTY_STEM + extension
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
