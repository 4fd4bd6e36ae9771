import type { ManuscriptFindings } from './manuscript-findings.ts'

const STYLES_NAMED = 5

/** Tells the author of the styles of their own, whose looks the book has not. */
export const tellStyles = (findings: ManuscriptFindings, unknown: ReadonlySet<string>) => {
  if (unknown.size === 0) return
  const named = [...unknown].slice(0, STYLES_NAMED).map((name) => `“${name}”`)
  const more = unknown.size > named.length ? ' and others' : ''
  findings.say(`Text in the styles ${named.join(', ')}${more} looks like the rest of the text.`)
}
