import { Ban, Pencil, ShieldCheck, Trash2 } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { updateUser } from '#contract/calls/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import { USER_TYPES } from '#contract/values/people.ts'
import { api } from '#web/api/api-client.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { SUSPEND } from '#web/messages/moderation.ts'
import css from './table.module.css'
import userCss from './users-table.module.css'
import { EditCell, EditSelect } from './edit-cell.tsx'
import { ResetFactors } from './reset-factors.tsx'
import { useAdminForm } from './use-admin-form.ts'
import { changedFields, toDraft } from './user-draft.ts'
import type { Draft, DraftField } from './user-draft.ts'

interface UserRowProps {
  user: AdminUser
  onEditing: (id: string, on: boolean) => void
  onSaved: (user: AdminUser) => void
  onStale: () => void
  onDelete: (user: AdminUser) => void
  onSuspend: (user: AdminUser) => void
}

/** A row of the users table, which Edit turns into fields. */
export const UserRow = ({ user, onEditing, onSaved, onStale, onDelete, onSuspend }: UserRowProps) => {
  const [draft, setDraft] = useState<Draft>()
  const wasEditing = useRef(false)
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!draft && wasEditing.current) edit.current?.focus()
    wasEditing.current = Boolean(draft)
  }, [draft])
  const end = () => {
    setDraft(undefined)
    onEditing(user._id, false)
  }
  if (draft)
    return (
      <EditRow
        user={user}
        draft={draft}
        onChange={setDraft}
        onStale={onStale}
        onCancel={end}
        onReset={() => onSaved({ ...user, hasSecondFactor: false })}
        onSaved={(saved) => {
          end()
          onSaved(saved)
        }}
      />
    )
  const { username, email, type, verified } = USERS.columns
  const begin = () => {
    setDraft(toDraft(user))
    onEditing(user._id, true)
  }
  return (
    <tr className={userCss.row}>
      <Cell label={username}>
        <bdi className={css.name}>{user.username}</bdi>
      </Cell>
      <Cell label={email}>
        <bdi>
          <WrappingEmail email={user.email ?? ''} />
        </bdi>
      </Cell>
      <Cell label={type}>
        <span className={classNames(css.badge, user.userType !== 'reader' && css.quill)}>
          {USERS.types[user.userType]}
        </span>
        {user.isSuspended && (
          <Link to="/moderation/hidden" className={css.badge}>
            {USERS.suspended}
          </Link>
        )}
        {user.hasSecondFactor && (
          <span title={USERS.secondFactor}>
            <Icon of={ShieldCheck} />
            <VisuallyHidden>{USERS.secondFactor}</VisuallyHidden>
          </span>
        )}
      </Cell>
      <Cell label={verified}>{user.verified ? USERS.yes : USERS.no}</Cell>
      <Actions>
        <IconButton ref={edit} title={ADMIN.edit} label={USERS.editOf(user.username)} onClick={begin}>
          <Icon of={Pencil} />
        </IconButton>
        <IconButton title={SUSPEND.suspend} label={SUSPEND.suspendOf(user.username)} onClick={() => onSuspend(user)}>
          <Icon of={Ban} />
        </IconButton>
        <IconButton title={ADMIN.delete} label={USERS.deleteOf(user.username)} onClick={() => onDelete(user)}>
          <Icon of={Trash2} />
        </IconButton>
      </Actions>
    </tr>
  )
}

/** An email that can wrap before the @. */
const WrappingEmail = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@')
  return (
    <bdi dir="ltr">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <td>
    <div className={css.actions}>{children}</div>
  </td>
)

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <td>
    <span className={css.label} aria-hidden="true">
      {label}
    </span>
    {children}
  </td>
)

interface EditRowProps {
  user: AdminUser
  draft: Draft
  onChange: (draft: Draft) => void
  onStale: () => void
  onCancel: () => void
  onReset: () => void
  onSaved: (user: AdminUser) => void
}

const EditRow = ({ user, draft, onChange, onStale, onCancel, onReset, onSaved }: EditRowProps) => {
  const changed = changedFields(draft)
  const { onSubmit, isPending, errors } = useAdminForm({
    call: updateUser,
    send: () => api(updateUser, { params: { id: user._id }, body: { ...changed, version: user.version } }),
    done: ({ data: { verified, email, username } }) =>
      (!verified && email !== user.email ? USERS.mustVerify : USERS.saved)(username),
    onSuccess: ({ data }) => onSaved(data),
    onStale,
  })
  const save = (event: FormEvent<HTMLFormElement>) => {
    if (Object.keys(changed).length > 0) return onSubmit(event)
    event.preventDefault()
    onCancel()
  }
  const form = `edit-${user._id}`
  const cell = (field: DraftField) => ({
    label: USERS.columns[field === 'userType' ? 'type' : field],
    name: field,
    form,
    value: draft[field],
    error: errors[field],
    // What somebody else has changed it to since this edit began.
    now: user[field] !== draft.seen[field] ? (user[field] ?? '') : undefined,
    onChange: (value: string) => onChange({ ...draft, [field]: value } as Draft),
  })
  const cancelOnEscape = ({ key, target, currentTarget, nativeEvent }: KeyboardEvent) => {
    // Keys in a dialog that was opened from the row come here too.
    if (key === 'Escape' && !isComposing(nativeEvent) && currentTarget.contains(target as Node)) onCancel()
  }
  return (
    <tr className={userCss.editing} onKeyDown={cancelOnEscape}>
      <EditCell {...cell('username')} focus />
      <EditCell {...cell('email')} type="email" />
      <EditSelect {...cell('userType')} options={USER_TYPES.map((type) => [type, USERS.types[type]])} />
      <Cell label={USERS.columns.verified}>{user.verified ? USERS.yes : USERS.no}</Cell>
      <Actions>
        <form id={form} className={css.save} onSubmit={save} noValidate>
          <Button type="submit" kind="quiet" busy={isPending}>
            {isPending ? ADMIN.saving : ADMIN.save}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {ADMIN.cancel}
          </Button>
          <ResetFactors user={user} onDone={onReset} />
        </form>
      </Actions>
    </tr>
  )
}
