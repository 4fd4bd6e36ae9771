import { Plus } from 'lucide'
import { Icon } from './icon.tsx'
import css from './questions.module.css'

/** Expandable questions; the first is open. */
export const QuestionList = ({
  questions,
}: {
  questions: readonly (readonly [question: string, answer: string])[]
}) => (
  <div className={css.questions}>
    {questions.map(([question, answer], index) => (
      <details key={question} open={index === 0}>
        <summary>
          {question}
          <Icon of={Plus} />
        </summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
)
