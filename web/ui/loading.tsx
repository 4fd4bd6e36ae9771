import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './loading.module.css'

interface LoadingProps {
  text: string
  /** A skeleton in the shape of what comes. */
  children?: ReactNode
}

/** Says at once to screen readers what is loading, and to everyone when it passes 300 ms. */
export const Loading = ({ text, children }: LoadingProps) => (
  <div className={css.loading}>
    {children && <div aria-hidden="true">{children}</div>}
    <p role="status" className={css.text}>
      {text}
    </p>
  </div>
)

/** A grey block; give it a size, or a class that has one. */
export const Skeleton = ({
  className,
  ...size
}: { className?: string } & Pick<CSSProperties, 'width' | 'height' | 'aspectRatio'>) => (
  <span className={classNames(css.skeleton, className)} style={size} />
)
