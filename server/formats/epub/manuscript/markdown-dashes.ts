import type { MarkdownIt, StateCore } from 'markdown-it'

/** Options of commands, addresses, paths, names, tables, arrows and marks of programs have hyphens that are no dashes. */
const NO_PROSE = /^--(?!-)|[/\\_@<>|{}=+]/
const EM_DASH = /(?<![-:])---(?![-:])/g
const EN_DASH = /(?<=[\p{L}\p{N}])--(?=[\p{L}\p{N}])/gu
const EN_DASH_APART = /(?<=(?:^|[\p{L}\p{N}\p{P}]) )--(?= (?:["'“‘]?\p{L}|$))/gu

const withDashes = (text: string): string =>
  text
    .replace(/\S+/g, (word) => (NO_PROSE.test(word) ? word : word.replace(EM_DASH, '—').replace(EN_DASH, '–')))
    .replace(EN_DASH_APART, '–')

const NO_BREAK_SPACE = '\u00A0'

/**
 * Dashes and blanks as pandoc, Quarto, Jekyll and Hugo write them: `---` and `--`, and `p.\ 12`, where no line ends. Other
 * hyphens and backslashes stay.
 */
export const markdownDashes = (markdown: MarkdownIt, slugOf: (heading: string) => string) => {
  // Escaped marks are text of their own until they are joined.
  markdown.core.ruler.before('text_join', 'dashes', ({ tokens }: StateCore) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const words = (children ?? []).map(({ content }) => content).join('')
      if (type !== 'inline' || !/--|\\ /.test(words)) continue
      // Links lead to a heading by what its author wrote.
      const open = tokens[at - 1]
      if (open?.type === 'heading_open' && open.attrGet('id') === null) open.attrSet('id', slugOf(words))
      for (const [place, child] of (children ?? []).entries()) {
        const [before, after] = [children?.[place - 1], children?.[place + 1]]
        const isAddress = before?.type === 'link_open' && before.info === 'auto'
        if (child.type === 'text' && !isAddress) child.content = withDashes(child.content)
        const isBackslash = child.type === 'text_special' && child.markup === '\\'
        if (isBackslash && /[\p{L}\p{N}.,]$/u.test(before?.content ?? '') && after?.content.startsWith(' ')) {
          child.content = NO_BREAK_SPACE
          after.content = after.content.slice(1)
        }
      }
    }
  })
}
