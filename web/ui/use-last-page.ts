import { useEffect } from 'react'
import { useNavigate } from 'react-router'

interface PageAddress {
  page: number
  /** The address of another page. */
  to: (change: { page: number }) => string
}

/** Leads from a page of a list that has nothing any more to the last one that has. */
export const useLastPage = ({ page, to }: PageAddress, totalPages: number | undefined) => {
  const navigate = useNavigate()
  const last = totalPages && page > totalPages ? to({ page: totalPages }) : undefined
  useEffect(() => {
    if (last) void navigate(last, { replace: true })
  }, [last, navigate])
}
