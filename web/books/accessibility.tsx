import type { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { ACCESSIBILITY } from '#web/messages/accessibility.ts'
import { accessibilityStatements } from './accessibility-statements.ts'

/** What is known of a book's accessibility, folded together but for the ways of reading. */
export const Accessibility = ({ facts }: { facts: BookAccessibility }) => {
  const [ways, ...others] = accessibilityStatements(facts)
  return (
    <section className="book-accessibility" aria-labelledby="accessibility">
      <h2 id="accessibility">{ACCESSIBILITY.title}</h2>
      <p>{ACCESSIBILITY.claims[facts.kind ?? 'epub']}</p>
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
                // The names of rare languages differ between the server and browsers.
                <dd key={statement} dir="auto" suppressHydrationWarning>
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
