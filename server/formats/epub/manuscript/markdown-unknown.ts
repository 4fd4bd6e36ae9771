import type { MarkdownIt, StateCore } from 'markdown-it'

/** What programs write in Markdown that this one doesn't know. */
const UNKNOWN =
  /\{\{[^\n]{0,60}|\{%[^\n]{0,60}|\{[#.:][^\s{}][^{}\n]{0,60}\}?|\{(?:\+\+|--|~~|==)[^\n]{0,60}|\{=[\w-]+\}|(?:^|[[(])[\w-]{1,40}::\s[^\n]{0,60}|<%[^\n]{0,60}|^<<\([^\n]{0,60}|^\*\[[^\]\n]{1,60}\]:[^\n]{0,60}|\{[\w-]+\s*[=:]\s*[^{}\n]{1,60}\}|^:{3,}[^\n]{0,60}|^(?:!!!|\?\?\?) [^\n]{0,60}|\\[a-zA-Z]{3,}(?:\[[^\]\n]{0,60}\])?\{[^}\n]{0,60}\}?|%%[^\n]{0,60}|!?\[\[[^\n]{1,60}|<!--[^\n]{0,60}|^\+[-=+]{3,}\+$|^\s*(?:#[\p{L}_][\p{L}\p{N}_/-]*\s*)+$|\[\^[^\]\n]{1,60}\]|^#{1,6}[\p{Lu}\p{Lo}][^#\n]{0,60}(?<![.,;:!?…])$|^\/[^\n]{1,200}\.(?:md|markdown|txt|csv|png|jpe?g|gif|webp|svg)(?: "[^"\n]{0,200}")?$/gmu
const CITATION = /\[(?:[^\][\n]{0,100}[\s;])?-?@[\p{L}\p{N}_][^\][\n]{0,200}\]/gu

export interface UnknownEvents {
  onUnknown: (text: string, line: number) => void
  onCitation: (line: number) => void
  onAfter: (line: number) => void
}

const BLOCK_ID = /\s\^(?=[\w-]*[a-z])([a-z\d-]{2,40})$/i

/** Tells of what stays in the text and is a mark of some program, with its line, counted from 0. */
export const markdownUnknown = (markdown: MarkdownIt, { onUnknown, onCitation, onAfter }: UnknownEvents) => {
  markdown.core.ruler.before('inline', 'block_ids', (state) => takeIds(state, onAfter))
  // Escaped marks are text of their own until they are joined.
  markdown.core.ruler.before('text_join', 'unknown', (state: StateCore) => {
    for (const token of state.tokens) {
      const [first = 0] = token.map ?? []
      if (token.type === 'fence' && token.info.trim().startsWith('{=')) onUnknown(token.info.trim(), first)
      if (token.type !== 'inline') continue
      let line = first
      // What can't be escaped is a text of its own with its backslash.
      let before = ''
      for (const child of token.children ?? []) {
        if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1
        const isBackslash = child.type === 'text_special' && child.content === child.markup
        if (child.type === 'text')
          for (const [text] of `${before}${child.content}`.matchAll(UNKNOWN)) onUnknown(text.trim(), line)
        before = isBackslash ? child.content : ''
        if (child.type !== 'text') continue
        for (const _ of child.content.matchAll(CITATION)) onCitation(line)
      }
    }
  })
}

/** `^id` of Obsidian, at the end of a block, to which links lead. */
const takeIds = (state: StateCore, onAfter: (line: number) => void) => {
  for (const [at, token] of state.tokens.entries()) {
    if (token.type !== 'inline') continue
    const end = token.content.slice(-60)
    const found = BLOCK_ID.exec(end)
    if (!found) continue
    token.content = token.content.slice(0, token.content.length - found[0].length)
    state.tokens[at - 1]?.attrSet('id', `^${found[1]}`)
    onAfter((token.map?.[1] ?? 1) - 1)
  }
}
