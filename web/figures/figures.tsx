import { useMutation } from '@tanstack/react-query'
import type { FigurePeriod } from '#contract/values/figures.ts'
import { getBookFigures, getFigures } from '#contract/calls/figures.ts'
import type { Counts, Figures as AllFigures } from '#contract/figures.ts'
import { api } from '#web/api/api-client.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { formatAverage, formatCount } from './format-figures.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useToast } from '#web/ui/toast.tsx'
import { figuresFile } from './figures-file.ts'
import { formatDay } from './figure-times.ts'
import css from './figures.module.css'
import { LineChart } from './line-chart.tsx'
import { Reach } from './reach.tsx'
import { Sources } from './sources.tsx'

const CHARTS = {
  readers: ['readers', 'finished'],
  opened: ['opened'],
  downloads: ['downloads'],
  ratings: ['ratings'],
} as const
const NAMES = Object.keys(CHARTS) as (keyof typeof CHARTS)[]

interface FiguresProps {
  /** The book; absent for all books together. */
  id: string | undefined
  figures: AllFigures
  period: FigurePeriod
}

export const Figures = ({ id, figures, period }: FiguresProps) => {
  const { points, unit, reach, sources, since, total, before } = figures
  return (
    <>
      <MainFigures figures={figures} period={period} />
      <div className={css.charts}>
        {NAMES.map((name) => (
          <LineChart
            key={`${name} ${period}`}
            name={FIGURES.charts[name]}
            series={CHARTS[name]}
            points={points}
            unit={unit}
            total={valueOf(name, total)}
            before={before ? sayBefore(name, before, period) : undefined}
          />
        ))}
      </div>
      <div className={css.below}>
        <Reach reach={reach} isOfBook={id !== undefined} />
        <Sources sources={sources} />
      </div>
      <section className={css.notes} aria-labelledby="counted">
        <h2 id="counted">{FIGURES.notes}</h2>
        {[...FIGURES.counted, FIGURES.since(formatDay(since))].map((note) => (
          <p key={note}>{note}</p>
        ))}
        <SaveAll id={id} />
      </section>
    </>
  )
}

const valueOf = (name: keyof Counts, counts: Counts) =>
  name === 'stars' ? formatAverage(counts.stars, counts.ratings) : formatCount(counts[name])

const sayBefore = (name: keyof Counts, before: Counts, period: FigurePeriod) => {
  if (before[name] === null) return FIGURES.notBefore
  return FIGURES.before[period](name === 'stars' && before.ratings === 0 ? FIGURES.none : valueOf(name, before))
}

const MainFigures = ({ figures: { total, before }, period }: Omit<FiguresProps, 'id'>) => (
  <section aria-label={FIGURES.main}>
    <dl className={css.main}>
      {(['readers', 'finished', 'stars'] as const).map((name) => (
        <div key={name}>
          <dt>{FIGURES.names[name]}</dt>
          <dd className={css.large}>{valueOf(name, total)}</dd>
          {before && <dd>{sayBefore(name, before, period)}</dd>}
        </div>
      ))}
    </dl>
  </section>
)

/** Saves the whole history by day. */
const SaveAll = ({ id }: { id: string | undefined }) => {
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const all = { period: 'all', by: 'day' } as const
      return id ? api(getBookFigures, { params: { id }, query: all }) : api(getFigures, { query: all })
    },
    onSuccess: (figures) => saveFile(figuresFile(figures)),
    onError: () => toast.bad(FIGURES.csvFailed),
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {FIGURES.csv}
    </Button>
  )
}
