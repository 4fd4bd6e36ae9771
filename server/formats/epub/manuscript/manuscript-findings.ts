export const RUNS_DOWN = 'The text runs from top to bottom in the file. In the book its lines run across the page.'

/** What was changed or left out: of one, of several, and what became of it. */
const KINDS = {
  insertion: ['tracked insertion', 'tracked insertions', 'accepted: the new words are in the book.'],
  deletion: ['tracked deletion', 'tracked deletions', 'accepted: the old words are not in the book.'],
  comment: ['comment', 'comments', 'left out.'],
  'text-box': ['text box', 'text boxes', 'put into the text, after the paragraph that it belongs to.'],
  chart: ['chart or drawing', 'charts or drawings', 'left out. Insert it as a picture to keep it.'],
  diagram: ['diagram', 'diagrams', 'kept as a list of its words. Insert it as a picture to keep how it looks.'],
  placeholder: [
    'place that nobody filled in',
    'places that nobody filled in',
    'left out, with the words that ask for it.',
  ],
  object: ['embedded object', 'embedded objects', 'left out.'],
  document: ['document that is inserted as a file', 'documents that are inserted as files', 'left out.'],
  hidden: ['hidden passage', 'hidden passages', 'left out.'],
  field: [
    'field that loads other files',
    'fields that load other files',
    'not followed: the words it showed last stay.',
  ],
  'remote-picture': [
    'picture on another server',
    'pictures on other servers',
    'left out: the book shows only what is in it.',
  ],
  'lost-picture': ['picture', 'pictures', 'left out, because the file is missing or not PNG, JPEG, GIF or WebP.'],
  'cropped-picture': [
    'picture that is cropped in the file',
    'pictures that are cropped in the file',
    'shown whole. Delete the cropped areas of pictures there to leave them out.',
  ],
  'bare-picture': [
    'picture that has no description',
    'pictures that have no description',
    'kept. With a description, readers who do not see it know what it shows.',
  ],
  equation: ['equation', 'equations', 'kept as text: not every formula can be read.'],
  number: [
    'automatic number of a heading',
    'automatic numbers of headings',
    'left out. Type the number into the heading to keep it.',
  ],
  'item-number': [
    'automatic number of an item of a list',
    'automatic numbers of items of lists',
    'written as 1, 2, 3. Type the number into the item to keep it.',
  ],
  note: ['reference to a note', 'references to notes', 'left out, because the file holds no such note.'],
  link: [
    'link that leads nowhere or may not be followed',
    'links that lead nowhere or may not be followed',
    'kept as text.',
  ],
  html: ['piece of HTML', 'pieces of HTML', 'kept as text.'],
  attributes: [
    'note in braces',
    'notes in braces',
    'left out: places for links are kept, and how it looks is up to the reader.',
  ],
  division: ['division (:::)', 'divisions (:::)', 'put into the text as ordinary paragraphs.'],
  citation: [
    'reference to a bibliography',
    'references to a bibliography',
    'kept as text, since a book has no list of them.',
  ],
  embed: ['embedded note', 'embedded notes', 'made a link.'],
  'lost-note': ['note that nothing refers to', 'notes that nothing refers to', 'left out.'],
} as const satisfies Record<string, readonly [one: string, many: string, fate: string]>

export type ManuscriptFinding = keyof typeof KINDS

const PLACES_NAMED = 3
const MAX_PLACE = 60
const MARKS_NAMED = 10

/** A line of a file, counted from 1; its path where there are several. */
interface LinePlace {
  line: number
  path: string | undefined
}

interface Found {
  count: number
  places: Set<string>
  lines: Set<string>
}

const lineOf = ({ line, path }: LinePlace): string =>
  `line ${line}${path === undefined ? '' : ` of “${shorten(path)}”`}`

/** Counts what is told to the author, with the headings that it stands below. */
export const createManuscriptFindings = () => {
  const found = new Map<ManuscriptFinding, Found>()
  const sentences: string[] = []
  const unknownMarks: string[] = []
  let unknownCount = 0
  return {
    /** `place` is the heading above it, if there is one. */
    count: (kind: ManuscriptFinding, place = '') => {
      const known = found.get(kind) ?? { count: 0, places: new Set(), lines: new Set() }
      known.count += 1
      if (place.trim() !== '') known.places.add(shorten(place))
      found.set(kind, known)
    },
    /** One whose line in the file is known. */
    countLine: (kind: ManuscriptFinding, place: LinePlace) => {
      const known = found.get(kind) ?? { count: 0, places: new Set(), lines: new Set() }
      known.count += 1
      known.lines.add(lineOf(place))
      found.set(kind, known)
    },
    /** A mark of some program that is in the text as it is written. */
    unknown: (mark: string, place: LinePlace) => {
      unknownCount += 1
      if (unknownMarks.length < MARKS_NAMED) unknownMarks.push(`“${shorten(mark)}” (${lineOf(place)})`)
    },
    say: (sentence: string) => void sentences.push(sentence),
    list: (): string[] => [
      ...sentences,
      ...(Object.keys(KINDS) as ManuscriptFinding[]).flatMap((kind) => {
        const known = found.get(kind)
        return known ? [sentenceOf(kind, known)] : []
      }),
      ...(unknownCount === 0
        ? []
        : [
            `${unknownCount.toLocaleString('en')} ${unknownCount === 1 ? 'mark was not understood and is' : 'marks were not understood and are'} ` +
              `in the book as written: ${unknownMarks.join(', ')}${unknownCount > MARKS_NAMED ? ' and others' : ''}.`,
          ]),
    ],
  }
}

export type ManuscriptFindings = ReturnType<typeof createManuscriptFindings>

const shorten = (place: string): string => {
  const line = place.replace(/\s+/g, ' ').trim()
  return line.length > MAX_PLACE ? `${[...line].slice(0, MAX_PLACE).join('').trimEnd()}…` : line
}

const sentenceOf = (kind: ManuscriptFinding, { count, places, lines }: Found) => {
  const [one, many, fate] = KINDS[kind]
  const all = [...[...places].map((place) => `“${place}”`), ...lines]
  const named = all.slice(0, PLACES_NAMED)
  const where =
    named.length === 0 ? '' : ` (in ${named.join(', ')}${all.length > named.length ? ' and elsewhere' : ''})`
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}${where} ${count === 1 ? 'was' : 'were'} ${fate}`
}
