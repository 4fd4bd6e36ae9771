/** Whether a file spells its title otherwise; marks, spaces and case make no difference, nor does a subtitle. */
export const isOtherTitle = (fileTitle: string, title: string): boolean => {
  const [inFile, typed] = [wordsOf(fileTitle), wordsOf(title)]
  if (inFile.length === 0 || typed.length === 0) return false
  const length = Math.min(inFile.length, typed.length)
  return inFile.slice(0, length).join(' ') !== typed.slice(0, length).join(' ')
}

const wordsOf = (title: string): string[] =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
