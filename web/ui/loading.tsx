import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './loading.module.css'

interface LoadingProps {
  text: string
  /** A skeleton in the shape of the content. */
  children?: ReactNode
}

/** Announces what is loading: to screen readers immediately, on screen after 300 ms. */
export const Loading = ({ text, children }: LoadingProps) => (
  <div className={css.loading}>
    {children && <div aria-hidden="true">{children}</div>}
    <p role="status" className={css.text}>
      {text}
    </p>
  </div>
)

/** A grey block; its size comes from the props or the class. */
export const Skeleton = ({
  className,
  ...size
}: { className?: string } & Pick<CSSProperties, 'width' | 'height' | 'aspectRatio'>) => (
  <span className={classNames(css.skeleton, className)} style={size} />
)
