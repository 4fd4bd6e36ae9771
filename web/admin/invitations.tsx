import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInvitations, makeInvitation, withdrawInvitation } from '#contract/calls/site-admin.ts'
import { INVITATION_NOTE_MAX } from '#contract/values/site.ts'
import type { Invitation } from '#contract/site-admin.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useSite } from '#web/document/site.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { formatDay } from './format-dates.ts'
import { LIVE_QUERY } from './live-query.ts'
import css from './site.module.css'
import { useAdminAction } from './use-admin-action.ts'
import { useAdminForm } from './use-admin-form.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** The invitation codes: each lets one person register. */
export const Invitations = () => {
  const invitations = useQuery({ ...query(listInvitations), ...LIVE_QUERY })
  return (
    <section className={css.group} aria-labelledby="invitations">
      <h2 id="invitations">{SITE_PAGE.invitations}</h2>
      <div className={css.fields}>
        <p className="muted">{SITE_PAGE.invitationsText}</p>
        <NewInvitation />
        <Loaded
          query={invitations}
          call={listInvitations}
          loading={SITE_PAGE.loadingInvitations}
          messageOf={adminErrorMessage}
        >
          {({ data }) => (data.length === 0 ? <p>{SITE_PAGE.noInvitations}</p> : <InvitationList invitations={data} />)}
        </Loaded>
      </div>
    </section>
  )
}

/** As many as the page adds at once. */
const SHOWN_AT_ONCE = 100

const InvitationList = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { origin } = useSite()
  const toast = useToast()
  const unused = invitations.filter(({ usedAt }) => usedAt === null)
  const copyAll = async () => {
    const links = unused.map(({ code }) => linkOf(origin, code))
    if (await copyText(links.join('\n'))) toast.good(SITE_PAGE.copiedAll(links.length))
    else toast.bad(SITE_PAGE.notCopiedAll)
  }
  return (
    <>
      {unused.length > 1 && (
        <div className={css.actions}>
          <Button kind="quiet" onClick={() => void copyAll()}>
            {SITE_PAGE.copyAll}
          </Button>
        </div>
      )}
      <ul className={css.codes}>
        {invitations.slice(0, shown).map((invitation) => (
          <InvitationRow key={invitation.code} invitation={invitation} />
        ))}
      </ul>
      {shown < invitations.length && (
        <div className={css.actions}>
          <Button kind="quiet" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {SITE_PAGE.moreInvitations}
          </Button>
        </div>
      )}
    </>
  )
}

/** Opens the form for a new account with the code in it. */
const linkOf = (origin: string, code: string) => `${origin}/auth?sign-up=&invitation=${code}`

const NewInvitation = () => {
  const [note, setNote] = useState('')
  const [count, setCount] = useState('1')
  const { onSubmit, isPending, field } = useAdminForm({
    call: makeInvitation,
    send: () => api(makeInvitation, { body: { note, count: Number(count) } }),
    done: ({ codes: [code = '', ...others] }) =>
      others.length === 0 ? SITE_PAGE.made(code) : SITE_PAGE.madeMany(others.length + 1),
    outdated: [listInvitations],
    onSuccess: () => {
      setNote('')
      setCount('1')
    },
  })
  return (
    <form className={css.invite} onSubmit={onSubmit}>
      <TextField
        label={SITE_PAGE.note}
        name="note"
        hint={SITE_PAGE.noteHint}
        autoComplete="off"
        maxLength={INVITATION_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextField
        label={SITE_PAGE.invitationCount}
        {...field('count', count, setCount)}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" busy={isPending}>
        {SITE_PAGE.invite}
      </Button>
    </form>
  )
}

const InvitationRow = ({ invitation }: { invitation: Invitation }) => {
  const { code, note, madeAt, madeBy, usedAt } = invitation
  const toast = useToast()
  const withdraw = useAdminAction({
    call: withdrawInvitation,
    send: () => api(withdrawInvitation, { params: { code } }),
    done: SITE_PAGE.withdrawn,
    outdated: [listInvitations],
  })
  const { origin } = useSite()
  const copy = async (text: string, copied: string) => {
    if (await copyText(text)) toast.good(copied)
    else toast.bad(SITE_PAGE.notCopied(text))
  }
  return (
    <li>
      <div>
        <p>
          <code>{code}</code> <bdi>{note}</bdi>
        </p>
        <p className="muted">
          {SITE_PAGE.madeBy(madeBy ?? SITE_PAGE.someone, formatDay(madeAt))}
          {SIGNS.stop}
          {formatStatus(invitation)}
        </p>
      </div>
      {usedAt === null && (
        <div className={css.actions}>
          <Button
            kind="quiet"
            aria-label={SITE_PAGE.copyOf(code)}
            onClick={() => void copy(code, SITE_PAGE.copied(code))}
          >
            {SITE_PAGE.copy}
          </Button>
          <Button
            kind="quiet"
            aria-label={SITE_PAGE.copyLinkOf(code)}
            onClick={() => void copy(linkOf(origin, code), SITE_PAGE.copiedLink(code))}
          >
            {SITE_PAGE.copyLink}
          </Button>
          <Button
            kind="quiet"
            danger
            busy={withdraw.isPending}
            aria-label={SITE_PAGE.withdrawOf(code)}
            onClick={() => withdraw.mutate()}
          >
            {SITE_PAGE.withdraw}
          </Button>
        </div>
      )}
    </li>
  )
}

const formatStatus = ({ usedAt, usedBy }: Invitation) => {
  if (usedAt === null) return SITE_PAGE.unused
  return usedBy === null ? SITE_PAGE.usedGone(formatDay(usedAt)) : SITE_PAGE.usedBy(usedBy, formatDay(usedAt))
}
