import { attributeOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { hasContent, type Part } from './parts.ts'

/** The language and direction of words, and how many changes of them are around. */
export interface Spoken {
  lang: string
  dir: 'ltr' | 'rtl'
  turns: number
}

/** Languages and directions within each other. */
const MAX_TURNS = 6
const LANGUAGE = /^[a-z]{2,3}(?=-|$)/

export const spokenIn = (node: XmlNode, outer: Spoken): Spoken => {
  const lang = LANGUAGE.exec((attributeOf(node, 'lang') ?? '').toLowerCase())?.[0] ?? outer.lang
  const said = attributeOf(node, 'dir')?.toLowerCase()
  const dir = said === 'ltr' || said === 'rtl' ? said : outer.dir
  const isSame = (lang === outer.lang && dir === outer.dir) || outer.turns >= MAX_TURNS
  return isSame ? outer : { lang, dir, turns: outer.turns + 1 }
}

/** In a language and direction of its own. Pages begin outside of it. */
export const turned = (c: Part[], { lang, dir }: Spoken, outer: Spoken): Part[] => {
  if (lang === outer.lang && dir === outer.dir) return c
  const out: Part[] = []
  let run: Part[] = []
  const flush = () => {
    const own = { lang: lang === outer.lang ? null : lang, dir: dir === outer.dir ? null : dir }
    out.push(...(run.some(hasContent) ? [{ k: 'in' as const, ...own, c: run }] : run))
    run = []
  }
  for (const part of c) {
    if (typeof part === 'string' || !['chapter', 'page', 'at'].includes(part.k)) run.push(part)
    else {
      flush()
      out.push(part)
    }
  }
  flush()
  return out
}
