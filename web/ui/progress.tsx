import css from './progress.module.css'

/** A progress bar; `value` is between 0 and 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ transform: `scaleX(${Math.min(Math.max(value, 0), 1)})` }} />
    </div>
  )
}
