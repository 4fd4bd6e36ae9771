import { FILE_STEP } from '#web/messages/publishing.ts'
import css from './file-field.module.css'

/** What readers will not see of a file, in plain words. */
export const Findings = ({ texts }: { texts: readonly string[] }) => (
  <details className={css.findings} open={texts.length <= 3}>
    <summary>{FILE_STEP.leftOut(texts.length)}</summary>
    <ul>
      {texts.map((text) => (
        <li key={text} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  </details>
)
