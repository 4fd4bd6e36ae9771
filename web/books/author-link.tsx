import { Link } from 'react-router'
import { authorPath } from './author-path.ts'

export const AuthorLink = ({ name }: { name: string }) => <Link to={authorPath(name)}>{name}</Link>
