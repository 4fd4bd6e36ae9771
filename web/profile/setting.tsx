import type { ReactNode } from 'react'
import css from './profile.module.css'

interface SettingProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One account setting: its title and explanation, and the controls to change it. */
export const Setting = ({ title, text, children }: SettingProps) => (
  <section className={css.setting}>
    <div>
      <h2>{title}</h2>
      {text && <p className="muted">{text}</p>}
    </div>
    <div className={css.change}>{children}</div>
  </section>
)
