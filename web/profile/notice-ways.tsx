import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listNoticeSettings, setNoticeWay } from '#contract/calls/notices.ts'
import { NOTICE_KINDS, NOTICE_WAYS, type NoticeKind, type NoticeWay } from '#contract/values/notices.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { FOLLOWS } from '#web/messages/notices.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import fieldCss from '#web/ui/field.module.css'
import css from './notices.module.css'

/** How a member is told of each kind of notice; a choice is saved immediately. */
export const NoticeWays = ({ hasMails }: { hasMails: boolean }) => {
  const client = useQueryClient()
  const asked = query(listNoticeSettings)
  const { data, isError, error, refetch } = useQuery(asked)
  const { mutate } = useAction({
    call: setNoticeWay,
    send: ({ kind, how }: { kind: NoticeKind; how: NoticeWay }) => {
      client.setQueryData(asked.queryKey, (known = []) =>
        known.map((setting) => (setting.kind === kind ? { kind, how } : setting)),
      )
      return api(setNoticeWay, { params: { kind }, body: { how } })
    },
    done: FOLLOWS.saved,
    onFail: () => void refetch(),
  })
  if (isError && !data)
    return <ErrorNotice message={errorMessage(error, listNoticeSettings)} onRetry={() => void refetch()} />
  const ways = new Map(data?.map(({ kind, how }) => [kind, how]))
  return NOTICE_KINDS.map((kind) => {
    const how = ways.get(kind)
    return (
      <label key={kind} className={css.way}>
        {FOLLOWS.about[kind]}
        <select
          className={`${fieldCss.control} ${fieldCss.select}`}
          name={`how-${kind}`}
          value={how ?? 'inbox'}
          disabled={!data}
          onChange={({ target }) => mutate({ kind, how: target.value as NoticeWay })}
        >
          {NOTICE_WAYS.filter((way) => hasMails || way === 'off' || way === 'inbox' || way === how).map((way) => (
            <option key={way} value={way}>
              {FOLLOWS.ways[way]}
            </option>
          ))}
        </select>
      </label>
    )
  })
}
