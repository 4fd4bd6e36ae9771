import type { Archive } from '#server/formats/epub/open-zip.ts'
import { fieldsAt, textAt } from './archive-texts.ts'
import { readFrontMatter } from './front-matter.ts'

/** By which Docusaurus, Hugo and themes of Jekyll order pages, in their front matter. */
const WEIGHTS = ['sidebar_position', 'weight', 'nav_order', 'order']
/** The page of a folder. */
const FOLDER_PAGE = /(?:^|\/)(?:_?index|readme)\.[a-z]+$/i
const CATEGORY = /(?:^|\/)_category_\.(?:json|ya?ml)$/

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

/** Files in the order of their weights, and of those of their folders; those without one follow, by their names. */
export const byWeight = (archive: Archive, byName: string[]): string[] => {
  const weights = new Map<string, number>()
  const weigh = (path: string, values: unknown[]) => {
    const weight = values.find((value) => typeof value === 'number')
    if (weight !== undefined) weights.set(path, weight)
  }
  for (const path of archive.names)
    if (CATEGORY.test(path)) weigh(folderOf(path), [fieldsAt(archive, path)['position']])
  for (const path of byName) {
    const { fields } = readFrontMatter(textAt(archive, path))
    const values = WEIGHTS.map((name) => fields[name])
    weigh(FOLDER_PAGE.test(path) ? folderOf(path) : path, values)
  }
  // A number by itself may count something else.
  if (byName.filter((path) => weights.has(path)).length < 2) return byName
  const places = new Map(byName.map((path, at) => [path, at]))
  const weightOf = (path: string) => weights.get(path) ?? Infinity
  const compare = (one: string, other: string): number => {
    const [ofOne, ofOther] = [one.split('/'), other.split('/')]
    const parting = ofOne.findIndex((name, at) => name !== ofOther[at])
    const [first, second] = [ofOne, ofOther].map((names) => names.slice(0, parting + 1).join('/')) as [string, string]
    const isFolderPage = (path: string, whole: string) => path === whole && FOLDER_PAGE.test(path)
    if (isFolderPage(first, one) !== isFolderPage(second, other)) return isFolderPage(first, one) ? -1 : 1
    const [light, heavy] = [weightOf(first), weightOf(second)]
    return light === heavy ? (places.get(one) ?? 0) - (places.get(other) ?? 0) : light < heavy ? -1 : 1
  }
  return byName.toSorted(compare)
}
