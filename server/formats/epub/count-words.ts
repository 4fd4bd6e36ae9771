const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}]/gu
const CHARACTERS_PER_WORD = 2

/** As many words as take the same time to read: scripts without spaces are counted by their characters. */
export const countWords = (text: string): number => {
  let unspaced = 0
  const spaced = text.replace(UNSPACED, () => {
    unspaced += 1
    return ' '
  })
  return Math.ceil(unspaced / CHARACTERS_PER_WORD) + (spaced.match(WORD)?.length ?? 0)
}
