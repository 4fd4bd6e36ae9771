import type { EpubFinding } from '#contract/shapes/epub.ts'
import type { RefusedReference } from './book-references.ts'
import type { Refused } from './sanitize-document.ts'

type Counted = Refused | RefusedReference

/** With more, an author reads none. */
const MAX_NAMED = 100

const COUNTED: Readonly<Record<Counted, readonly [one: string, many: string, why: string]>> = {
  script: ['script', 'scripts', 'left out: a book in the library runs nothing.'],
  form: ['form field', 'form fields', 'left out: a book in the library sends nothing.'],
  frame: ['embedded page or object', 'embedded pages or objects', 'left out.'],
  style: [
    'style rule',
    'style rules',
    'left out, because they name a file that is not in the book or are not allowed.',
  ],
  remote: ['file on another server', 'files on other servers', 'left out: the library shows only what is in the book.'],
  missing: ['reference to a file', 'references to files', 'left out, because the file is not in the book.'],
}

/** What is told to the author of a book: each chapter and file that is left out, and how much of the rest. */
export const createFindings = () => {
  const named: EpubFinding[] = []
  const counts = new Map<Counted, number>()
  return {
    count: (what: Counted) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    add: (kind: 'archive' | 'chapter' | 'file', path: string, text: string) => {
      if (named.length < MAX_NAMED) named.push({ kind, path, text })
    },
    list: (): EpubFinding[] => [
      ...named,
      ...(Object.keys(COUNTED) as Counted[])
        .filter((kind) => counts.has(kind))
        .map((kind) => ({ kind, path: null, text: sentence(kind, counts.get(kind) ?? 0) })),
    ],
  }
}

export type Findings = ReturnType<typeof createFindings>

const sentence = (kind: Counted, count: number): string => {
  const [one, many, why] = COUNTED[kind]
  return `${count.toLocaleString('en')} ${count === 1 ? `${one} was` : `${many} were`} ${why}`
}
