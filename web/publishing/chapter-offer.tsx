import { FILE_STEP } from '#web/messages/publishing.ts'
import css from './file-field.module.css'

interface ChapterOfferProps {
  /** Lines of the manuscript that look like titles of chapters. */
  lines: readonly string[]
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to make chapters of lines that are titles by their looks alone. */
export const ChapterOffer = ({ lines, checked, onChange }: ChapterOfferProps) => (
  <div className={css.findings}>
    <label className={css.offer}>
      <input
        type="checkbox"
        name="chaptersByLooks"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{FILE_STEP.useAsChapters(lines.length)}</span>
    </label>
    <details>
      <summary>{FILE_STEP.likeChapters(lines.length)}</summary>
      <ul>
        {lines.map((line, at) => (
          <li key={at} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  </div>
)
