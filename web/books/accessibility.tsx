import type { BookAccessibility } from '#contract/epub.ts'
import { ACCESSIBILITY } from '#web/messages/accessibility.ts'
import { accessibilityStatements } from './accessibility-statements.ts'
import css from './accessibility.module.css'

/** What a book's file says of its accessibility, folded together but for the ways of reading. */
export const Accessibility = ({ facts }: { facts: BookAccessibility }) => {
  const [ways, ...others] = accessibilityStatements(facts)
  return (
    <section className={css.accessibility} aria-labelledby="accessibility">
      <h2 id="accessibility">{ACCESSIBILITY.title}</h2>
      <p className={css.claims}>{ACCESSIBILITY.claims}</p>
      <ul>
        {ways?.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      <details>
        <summary>{ACCESSIBILITY.more}</summary>
        <dl>
          {others.map(({ title, statements }) => (
            <div key={title}>
              <dt>{title}</dt>
              {statements.map((statement) => (
                <dd key={statement} dir="auto">
                  {statement}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
