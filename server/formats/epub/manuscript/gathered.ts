import { type Block, toFlow } from './flow.ts'
import { NO_WORDS } from './front-matter.ts'
import { createManuscriptFindings, type ManuscriptFindings, RUNS_DOWN } from './manuscript-findings.ts'
import type { Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { mainLanguage } from './text-language.ts'
import { settleText } from './typed-text.ts'
import { tellStyles } from './unknown-styles.ts'

/** What is gathered from all of a Word or OpenDocument file. */
export interface Gathered {
  findings: ManuscriptFindings
  /** The marks that authors gave to notes in place of numbers, by the ids of the notes. */
  noteMarks: Map<string, string>
  title: string[]
  subtitle: string[]
  authors: string[]
  date: string
  /** How many letters are marked as of each language. */
  letters: Map<string, number>
  unknownStyles: Set<string>
  hasContents: boolean
  hasHeaders: boolean
}

export const createGathered = (): Gathered => ({
  findings: createManuscriptFindings(),
  noteMarks: new Map(),
  title: [],
  subtitle: [],
  authors: [],
  date: '',
  letters: new Map(),
  unknownStyles: new Set(),
  hasContents: false,
  hasHeaders: false,
})

/** Whether most paragraphs with words are followed by one without. */
const areSpaced = (paragraphs: readonly string[]): boolean => {
  const hasWords = paragraphs.map((words) => words.trim() !== '')
  const followed = hasWords.filter((has, at) => has && hasWords[at + 1] === false)
  return followed.length * 2 > hasWords.filter(Boolean).length
}

/** How many paragraphs that begin with blanks are a habit and no verse. */
const HABIT = 0.3

/** Whether many paragraphs begin with blanks, which then are no indentation of verse. */
export const areIndented = (paragraphs: readonly string[]): boolean => {
  const all = paragraphs.filter((words) => words.trim() !== '')
  return all.filter((words) => /^\s/.test(words)).length > all.length * HABIT
}

/** What the properties of a file say. */
type Properties = Pick<Words, 'title' | 'language' | 'description' | 'modified'> & { creators: string }

interface Read {
  blocks: Block[]
  /** The words of the paragraphs that stand in the text itself. */
  paragraphs: readonly string[]
  notes: ReadonlyMap<string, Piece[]>
  pictures: ReadonlyMap<string, Picture>
  properties: Properties
  /** Its lines run from top to bottom. */
  runsDown: boolean
}

/** The manuscript that was gathered of a file. */
export const toManuscript = (gathered: Gathered, file: Read): Manuscript => {
  const language = mainLanguage(gathered.letters)
  const content = toFlow(file.blocks, { gapFrom: areSpaced(file.paragraphs) ? 2 : 1 })
  return {
    words: wordsOf(gathered, file.properties, language),
    ...settleText(content, { notes: file.notes, language }),
    noteMarks: gathered.noteMarks,
    pictures: file.pictures,
    findings: findingsOf(gathered, file.runsDown),
  }
}

/** What its text says of it, or where that says nothing, its properties. */
const wordsOf = (
  { title, subtitle, authors, date }: Gathered,
  { creators, ...properties }: Properties,
  language = '',
): Words => ({
  ...NO_WORDS,
  ...properties,
  title: title.join(' ') || properties.title,
  subtitle: subtitle.join(' '),
  date,
  authors: authors.length > 0 ? authors : creators.split(/\s*;\s*/).filter((name) => name !== ''),
  language: properties.language || language,
})

const findingsOf = ({ findings, hasContents, hasHeaders, unknownStyles }: Gathered, runsDown: boolean): string[] => {
  if (hasContents) findings.say('The table of contents was left out: readers get one that is made of the headings.')
  if (hasHeaders) findings.say('Headers and footers were left out.')
  if (runsDown) findings.say(RUNS_DOWN)
  tellStyles(findings, unknownStyles)
  return findings.list()
}
