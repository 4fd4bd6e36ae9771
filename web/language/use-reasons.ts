import { useSentences } from './use-sentences.ts'

/** Says a reason: that of a decision about a report is a sentence of the server, which may have a moderator's words after it. */
export const useReasons = (): ((reason: string) => string) => {
  const translate = useSentences()
  return (reason) => {
    const [first = ''] = reason.split(': ', 1)
    return translate(first) + reason.slice(first.length)
  }
}
