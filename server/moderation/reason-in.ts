import type { Texts } from '#server/platform/language/texts.ts'

/** A reason as a mail says it: that of a decision about a report is a sentence of ours, which may have a moderator's words after it. */
export const reasonIn = ({ sentence }: Texts, reason: string): string => {
  const [first = ''] = reason.split(': ', 1)
  return sentence(first) + reason.slice(first.length)
}
