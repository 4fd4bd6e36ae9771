import type { Figures } from '#contract/figures.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { formatAverage } from './format-figures.ts'
import { csv } from '#web/ui/csv.ts'
import { inFileName, type NewFile } from '#web/ui/save-file.ts'

const COLUMNS = ['opened', 'readers', 'finished', 'downloads', 'ratings'] as const

/** All figures as a file for spreadsheets: the days, below them how far readers came, and the sites they came from. */
export const figuresFile = ({ title, points, reach, sources }: Figures): NewFile => {
  const days = points.map((point) => [
    point.day,
    ...COLUMNS.map((name) => String(point[name] ?? '')),
    point.ratings > 0 ? formatAverage(point.stars, point.ratings) : '',
  ])
  const parts = reach?.parts.map(({ from, readers }) => [
    title === null ? FIGURES.percent(from) : String(from),
    readers === null ? FIGURES.few : String(readers),
  ])
  const hosts = sources.hosts.map(({ host, count }) => [host, String(count)])
  const rows = [
    [FIGURES.times.day, ...[...COLUMNS, 'stars' as const].map((name) => FIGURES.names[name])],
    ...days,
    ...(parts ? [[], [title === null ? FIGURES.part : FIGURES.page, FIGURES.reached], ...parts] : []),
    ...(hosts.length > 0 || sources.others > 0
      ? [[], [FIGURES.host, FIGURES.openings], ...hosts, [FIGURES.others, String(sources.others)]]
      : []),
  ]
  return {
    name: FIGURES.fileName(title === null ? FIGURES.allBooks : inFileName(title)),
    type: 'text/csv;charset=utf-8',
    text: csv(rows),
  }
}
