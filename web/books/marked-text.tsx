import type { TextRange } from '#contract/books.ts'

/** A text with some of its parts set off. */
export const MarkedText = ({ text, ranges }: { text: string; ranges: TextRange[] }) => (
  <>
    {ranges.map(({ start, end }, i) => (
      <span key={start}>
        {text.slice(ranges[i - 1]?.end ?? 0, start)}
        <mark>{text.slice(start, end)}</mark>
      </span>
    ))}
    {text.slice(ranges.at(-1)?.end ?? 0)}
  </>
)
