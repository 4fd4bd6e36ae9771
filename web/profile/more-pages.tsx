import { useQueries } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#contract/api/endpoint.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useFocusOnNew } from '#web/ui/use-focus-on-new.ts'

/** A list that is loaded page by page, each after the last entry of the one before it; `list` is for its element. */
export const usePages = <T extends { _id: string }>(
  pageAfter: (last: string | undefined) => UseQueryOptions<T[]>,
  atOnce: number,
) => {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({ queries: cursors.map((cursor) => pageAfter(cursor)) })
  const lastPage = pages.at(-1)
  const last = (lastPage?.data?.length ?? 0) >= atOnce ? lastPage?.data?.at(-1) : undefined
  // A page that is fetched again may have entries of the next one.
  const all = new Map(pages.flatMap(({ data = [] }) => data).map((entry) => [entry._id, entry]))
  const { list, expect: expectMore } = useFocusOnNew<HTMLOListElement>(all.size)
  const showMore =
    last &&
    (() => {
      expectMore()
      setCursors([...cursors, last._id])
    })
  return { all: [...all.values()], list, lastPage, showMore }
}

interface MorePagesProps extends Pick<ReturnType<typeof usePages>, 'lastPage' | 'showMore'> {
  call: Pick<Call, 'failureMessage'>
  texts: { loading: string; more: string }
}

/** Below such a list: that its next page is loading or has failed, or a button that loads it. */
export const MorePages = ({ lastPage, showMore, call, texts }: MorePagesProps) => (
  <>
    {!lastPage?.data && lastPage?.isError && (
      <ErrorNotice message={errorMessage(lastPage.error, call)} onRetry={() => void lastPage.refetch()} />
    )}
    {lastPage?.isPending && <Loading text={texts.loading} />}
    {showMore && (
      <Button kind="quiet" onClick={showMore}>
        {texts.more}
      </Button>
    )}
  </>
)
