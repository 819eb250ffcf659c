import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartProps } from './chart';

// The first series has the primary colour, which stands out on every background; the others differ from it in colour,
// and from each other by their dashes.
const COLOURS = ['var(--action)', 'var(--info)', 'var(--warn)', 'var(--muted)'];
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3'];
const MARKS = { line: LineChart, area: AreaChart, bar: BarChart };

/** A point's name, with its other one. */
function withOther(points: ChartProps['points'], label: ReactNode): ReactNode {
  const also = points.find((point) => point.label === label)?.also;
  return also ? (
    <>
      <bdi>{label}</bdi> <bdi className="text-xs text-muted">{also}</bdi>
    </>
  ) : (
    label
  );
}

/** A chart's drawing. Loaded with the first chart, because recharts is larger than the rest of its screen. */
export default function ChartCanvas({
  kind,
  series,
  points,
  format,
}: ChartProps & { format: (value: number) => string }) {
  const rtl = useIntl().locale.startsWith('ar');
  const Picture = MARKS[kind];
  // Counts have no fractions.
  const counted = points.every(({ values }) => Object.values(values).every(Number.isInteger));
  const tick = { fill: 'var(--muted)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Picture
        data={points.map(({ label, values }) => ({ label, ...values }))}
        margin={{ top: 4, bottom: 0, left: 0, right: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        {/* Time runs the way of reading. */}
        <XAxis dataKey="label" reversed={rtl} tick={tick} tickLine={false} axisLine={{ stroke: 'var(--line)' }} />
        <YAxis
          orientation={rtl ? 'right' : 'left'}
          // Anchored away from the drawing in both directions: an anchor's end depends on the text's direction.
          tick={{ ...tick, textAnchor: 'end' }}
          tickLine={false}
          axisLine={false}
          width={56}
          allowDecimals={!counted}
          tickFormatter={(value: number) => format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          formatter={(value) => format(Number(value))}
          labelFormatter={(label: ReactNode) => withOther(points, label)}
          contentStyle={{
            background: 'var(--card)',
            border: '1px solid var(--line)',
            borderRadius: 'var(--radius)',
            color: 'var(--ink)',
          }}
        />
        {series.length > 1 && <Legend formatter={(name: string) => <span className="px-1 text-sm">{name}</span>} />}
        {series.map(({ id, name }, index) => {
          const colour = COLOURS[index % COLOURS.length];
          const shared = { dataKey: id, name, isAnimationActive: false };
          if (kind === 'bar') return <Bar {...shared} key={id} fill={colour} radius={3} />;
          const line = { stroke: colour, strokeWidth: 2, strokeDasharray: DASHES[index % DASHES.length] };
          if (kind === 'line') return <Line {...shared} {...line} key={id} dot={false} />;
          return <Area {...shared} {...line} key={id} fill={colour} fillOpacity={0.15} />;
        })}
      </Picture>
    </ResponsiveContainer>
  );
}
