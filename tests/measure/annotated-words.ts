/** What is said of a word by the elements around it, and by the one before it. */
export type Said = Readonly<Record<Aspect, string>>
export const ASPECTS = ['after', 'block', 'list', 'quote', 'cell', 'note', 'marks', 'link', 'lang', 'dir'] as const
export type Aspect = (typeof ASPECTS)[number]

export interface Word {
  /** Letters and digits, or other signs, in one context, or what stands for something else, such as `[picture: A boat]`. */
  text: string
  said: Said
}

export const NOTHING_SAID: Said = {
  after: '',
  block: '',
  list: '',
  quote: '',
  cell: '',
  note: '',
  marks: '',
  link: '',
  lang: '',
  dir: '',
}

/** Quotation marks, dashes and dots as they are typed, so that only lost ones are seen. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]|--+/g, '-')
    .replaceAll('…', '...')
    .replace(/\u00AD/g, '')

export const LINE = '[line]'

/** Collects the words of a text in its order. */
export const createWords = () => {
  const words: Word[] = []
  const places = new Map<string, number>()
  /** Whether the next letters go on a word. */
  let isOpen = false
  /** Whether a line begins, whose blanks move it in. */
  let isAtStart = true
  const keyOf = (said: Said) => ASPECTS.map((aspect) => said[aspect]).join('\n')
  return {
    text: (text: string, said: Said) => {
      for (const part of plain(text).split(/(\s+|[\p{L}\p{N}\p{M}]+)/u)) {
        if (part === '') continue
        if (/^\s/.test(part)) {
          const indent = part.replace(/^[ \t\n]+/, '')
          if (isAtStart && /^\u00A0{2}/.test(indent)) words.push({ text: `[in by ${indent.length}]`, said })
          isOpen = false
          continue
        }
        isAtStart = false
        const last = words.at(-1)
        const isWord = /^[\p{L}\p{N}\p{M}]/u.test(part)
        const isSame = last && keyOf({ ...last.said, after: '' }) === keyOf(said)
        if (isOpen && last && isSame && isWord === /^[\p{L}\p{N}\p{M}]/u.test(last.text)) last.text += part
        else words.push({ text: part, said: { ...said, after: isOpen ? 'no blank' : '' } })
        isOpen = true
      }
    },
    sign: (text: string, said: Said) => {
      isOpen = false
      isAtStart = text === LINE
      // Two lines are the end of a stanza.
      if (text === LINE && words.at(-1)?.text === LINE) words.pop()
      else words.push({ text, said })
    },
    end: () => {
      isOpen = false
      isAtStart = true
    },
    /** What follows has this id. */
    place: (id: string) => {
      isOpen = false
      if (!places.has(id)) places.set(id, words.length)
    },
    /** With the words that links lead to in place of ids. */
    list: (): Word[] =>
      words.map((word) => {
        if (!word.said.link.startsWith('#')) return word
        const at = places.get(word.said.link.slice(1))
        const target = at === undefined ? 'nowhere' : words.slice(at, at + 2).map(({ text }) => text)
        return {
          ...word,
          said: { ...word.said, link: `to ${at === undefined ? target : (target as string[]).join(' ')}` },
        }
      }),
  }
}

export type Words = ReturnType<typeof createWords>

export const withMark = (said: Said, mark: string): Said => ({
  ...said,
  marks: [...new Set([...said.marks.split(' ').filter(Boolean), mark])].toSorted().join(' '),
})

const ROMAN: [number, string][] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** The number of an item as readers see it. */
export const numberAs = (type: string, count: number): string => {
  if (type.toLowerCase() === 'a') return String.fromCharCode(type.charCodeAt(0) - 1 + count)
  if (type.toLowerCase() !== 'i') return String(count)
  let [rest, roman] = [count, '']
  for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) roman += letters
  return type === 'I' ? roman.toUpperCase() : roman
}

export const inItem = (said: Said, sign: string): Said => ({
  ...said,
  block: 'p',
  list: said.list === '' ? sign : `${said.list} > ${sign}`,
})
