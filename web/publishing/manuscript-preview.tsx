import { FILE_STEP } from '#web/messages/publishing.ts'
import css from './file-field.module.css'
import type { ManuscriptPreview } from './read-book-file.ts'

/** What a manuscript becomes: the contents of the book, and where its words are others than those of the file. */
export const ManuscriptPreviewList = ({ contents, differences }: ManuscriptPreview) => (
  <>
    {contents.length > 0 && (
      <details className={css.findings}>
        <summary>{FILE_STEP.contents(contents.length)}</summary>
        <ol className={css.contents}>
          {contents.map(({ level, label }, at) => (
            <li key={at} dir="auto" data-level={Math.min(level, MAX_LEVEL)}>
              {label}
            </li>
          ))}
        </ol>
      </details>
    )}
    {differences.length > 0 && (
      <details className={css.findings}>
        <summary>{FILE_STEP.differences(differences.length)}</summary>
        <ol className={css.differences}>
          {differences.map(({ before, file, book }, at) => (
            <li key={at}>
              <p dir="auto">{FILE_STEP.after(before)}</p>
              <dl>
                <dt>{FILE_STEP.inFile}</dt>
                <dd dir="auto">{file || <i>{FILE_STEP.noWords}</i>}</dd>
                <dt>{FILE_STEP.inBook}</dt>
                <dd dir="auto">{book || <i>{FILE_STEP.noWords}</i>}</dd>
              </dl>
            </li>
          ))}
        </ol>
      </details>
    )}
  </>
)

const MAX_LEVEL = 3
