import { Notice } from '#web/ui/notice.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import css from './edit-conflict.module.css'

interface EditConflictProps {
  /** The names of fields that another has changed, with what stands there now. */
  fields: readonly { name: string; now: string }[]
}

/** Tells that somebody else was faster, and what they wrote; what is typed here stays. */
export const EditConflict = ({ fields }: EditConflictProps) =>
  fields.length === 0 ? null : (
    <Notice title={ADMIN.overtaken}>
      <dl className={css.fields}>
        {fields.map(({ name, now }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{ADMIN.now(now || ADMIN.empty)}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
