import { useSentences } from '#web/language/use-sentences.ts'
import { FILE_STEP } from '#web/messages/publishing.ts'
import { isManuscriptName } from './check-book.ts'
import css from './file-field.module.css'

interface FindingsProps {
  texts: readonly string[]
  /** The name of the file that they are about. */
  fileName: string | undefined
}

/** What readers will not see of a file, and what was changed in a manuscript, in plain words. */
export const Findings = ({ texts, fileName = '' }: FindingsProps) => {
  const translate = useSentences()
  return (
    <details className={css.findings} open={texts.length <= 3}>
      <summary>{(isManuscriptName(fileName) ? FILE_STEP.changed : FILE_STEP.leftOut)(texts.length)}</summary>
      <ul>
        {texts.map((text) => (
          <li key={text} dir="auto">
            {translate(text)}
          </li>
        ))}
      </ul>
    </details>
  )
}
