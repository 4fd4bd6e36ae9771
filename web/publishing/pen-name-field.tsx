import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { listPenNames } from '#contract/calls/pen-names.ts'
import { query } from '#web/api/query.ts'
import { PEN_NAME_FIELD } from '#web/messages/pen-names.ts'
import { SIGNS } from '#web/messages/signs.ts'
import { useSession } from '#web/session/use-session.ts'
import { SelectField } from '#web/ui/text-field.tsx'
import type { BookFields } from './check-book.ts'

interface PenNameFieldProps {
  fields: BookFields
  error: string | undefined
  onChange: (patch: Pick<BookFields, 'author' | 'penName'>) => void
}

/** Whether the author is the own name or a pen name, for those who have any; the session says so before the form is shown. */
export const PenNameField = (props: PenNameFieldProps) => {
  const { user } = useSession()
  return user?.hasPenNames || props.fields.penName ? <Choice {...props} /> : null
}

const Choice = ({ fields: { author, penName = '' }, error, onChange }: PenNameFieldProps) => {
  const { data: penNames = penName ? [{ _id: penName, name: author }] : [] } = useQuery(query(listPenNames))
  const typed = useRef(penName ? '' : author)
  const choose = (id: string) => {
    if (!penName) typed.current = author
    const name = penNames.find(({ _id }) => _id === id)?.name
    onChange(name === undefined ? { penName: '', author: typed.current } : { penName: id, author: name })
  }
  return (
    <SelectField
      label={PEN_NAME_FIELD.label}
      name="penName"
      hint={
        <>
          {(penName ? PEN_NAME_FIELD.look : PEN_NAME_FIELD.hint) + SIGNS.space}
          <Link to="/profile/author">{PEN_NAME_FIELD.manage}</Link>
        </>
      }
      value={penName}
      error={error}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{PEN_NAME_FIELD.own}</option>
      {penNames.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
