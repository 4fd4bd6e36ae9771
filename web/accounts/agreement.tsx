import { Link } from 'react-router'
import { AUTH } from '#web/messages/accounts.ts'

/** What somebody who creates an account agrees to. */
export const Agreement = () => (
  <>
    {AUTH.age} {AUTH.rules.before} <Link to="/terms">{AUTH.rules.terms}</Link> {AUTH.rules.between}{' '}
    <Link to="/privacy">{AUTH.rules.privacy}</Link> {AUTH.rules.after}
  </>
)
