import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { deleteList, followList, getList, listLists, unfollowList } from '#contract/calls/lists.ts'
import { hideList } from '#contract/calls/moderation.ts'
import type { BookList } from '#contract/lists.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { LISTS } from '#web/messages/lists.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { REPORT } from '#web/messages/reports.ts'
import { HideDialog } from '#web/moderation/hide-dialog.tsx'
import { ReportButton } from '#web/reports/report-button.tsx'
import { isModerator } from '#web/session/is-moderator.ts'
import { useSession } from '#web/session/use-session.ts'
import { ListDialog } from '#web/shelves/list-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './list-tools.module.css'

/** What a member can do with a list: edit, share and delete an own one, follow and report another, and hide it as a moderator. */
export const ListTools = ({ list }: { list: BookList }) => {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      {list.isHidden && (
        <Notice>
          <p>
            {LISTS.hidden} <Link to="/profile/reports">{LISTS.hiddenWhy}</Link>
          </p>
        </Notice>
      )}
      <div className={css.tools}>
        {list.visibility !== 'private' && <CopyAddress />}
        {list.isOwn ? <OwnTools list={list} /> : <OthersTools list={list} isGuest={user.guest} />}
        {isModerator(user) && !list.isOwn && <Hide list={list} />}
      </div>
    </>
  )
}

const CopyAddress = () => {
  const toast = useToast()
  const copy = async () => {
    const { origin, pathname } = window.location
    const address = origin + pathname
    if (await copyText(address)) toast.good(LISTS.copied)
    else toast.bad(address)
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      {LISTS.copy}
    </Button>
  )
}

const useRefresh = () => {
  const client = useQueryClient()
  return () => {
    for (const call of [getList, listLists]) void client.invalidateQueries({ queryKey: keyOf(call) })
  }
}

const OwnTools = ({ list }: { list: BookList }) => {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { mutate, isPending } = useAction({
    call: deleteList,
    send: () => api(deleteList, { params: { id: list._id } }),
    done: LISTS.deleted,
    onDone: async () => {
      await navigate('/my', { replace: true })
      refresh()
    },
  })
  const close = () => setOpen(undefined)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen('edit')}>
        {LISTS.edit}
      </Button>
      <Button kind="quiet" danger onClick={() => setOpen('delete')}>
        {LISTS.delete}
      </Button>
      <span className="muted">{LISTS.seenBy[list.visibility]}</span>
      {open === 'edit' && (
        <ListDialog
          list={list}
          onClose={close}
          onSaved={() => {
            close()
            refresh()
          }}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        title={LISTS.delete}
        cancel={LISTS.cancel}
        go={LISTS.deleteNow}
        isPending={isPending}
        onConfirm={() => mutate()}
      >
        <p>{LISTS.deleteSure}</p>
      </ConfirmDialog>
    </>
  )
}

const OthersTools = ({ list: { _id: id, isFollowed }, isGuest }: { list: BookList; isGuest: boolean }) => {
  const { mutate, isPending } = useAction({
    call: followList,
    send: () => api(isFollowed ? unfollowList : followList, { params: { id } }),
    done: isFollowed ? LISTS.unfollowed : LISTS.followed,
    outdated: [getList, listLists],
  })
  return (
    <>
      {!isGuest && (
        <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
          {isFollowed ? LISTS.unfollow : LISTS.follow}
        </Button>
      )}
      <ReportButton kind="list" id={id} label={REPORT.reportList} />
    </>
  )
}

const Hide = ({ list: { _id: id, name } }: { list: BookList }) => {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const refresh = useRefresh()
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {HIDE.hide}
      </Button>
      {isOpen && (
        <HideDialog
          title={HIDE.list}
          text={HIDE.listText(name)}
          call={hideList}
          send={(body) => api(hideList, { params: { id }, body })}
          onDone={() => {
            setOpen(false)
            toast.good(HIDE.listDone)
            refresh()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
