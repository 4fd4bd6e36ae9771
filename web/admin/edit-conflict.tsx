import { Notice } from '#web/ui/notice.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import css from './edit-conflict.module.css'

interface EditConflictProps {
  /** The fields that somebody else has changed meanwhile, with their current values. */
  fields: readonly { name: string; now: string }[]
}

/** Warns that somebody else has changed the same fields, and shows their values. The typed ones stay. */
export const EditConflict = ({ fields }: EditConflictProps) =>
  fields.length === 0 ? null : (
    <Notice title={ADMIN.editConflict}>
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
