const rings = [90, 180, 270, 360, 450];
const bearings = Array.from({ length: 36 }, (_, i) => i * 10);

/** A quiet plot behind the product's name: range rings, bearings and three tracks. Decoration only. */
export function Scope() {
  return (
    <svg className="cw-scope" viewBox="0 0 960 1080" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g transform="translate(560 560)" fill="none" stroke="#22304a">
        {rings.map((radius) => (
          <circle key={radius} r={radius} strokeWidth={radius === 450 ? 1.5 : 1} />
        ))}
        {bearings.map((bearing) => (
          <line
            key={bearing}
            y1={bearing % 30 === 0 ? -434 : -442}
            y2={-450}
            transform={`rotate(${bearing})`}
          />
        ))}
        <path d="M-450 0H450M0-450V450" strokeDasharray="2 8" />
        <path
          d="M-300 210L-180 150L-40 120L96 30L210-24"
          stroke="#1890ff"
          strokeWidth="1.5"
          strokeDasharray="1 7"
        />
        <path d="M-60-330L-20-220L-36-110L30-48" stroke="#2dd4bf" strokeWidth="1.5" strokeDasharray="1 7" />
        <path d="M330 300L250 220L150 196" stroke="#8b9cf7" strokeWidth="1.5" strokeDasharray="1 7" />
        <path d="M-210-120L-90-190L30-150L10-40L-130-10Z" stroke="#2dd4bf" strokeOpacity=".45" />
        <g stroke="none">
          <path d="M210-24l-14 1 4 6z" fill="#1890ff" transform="scale(1)" />
          <circle cx="30" cy="-48" r="4" fill="#2dd4bf" />
          <circle cx="150" cy="196" r="4" fill="#8b9cf7" />
        </g>
      </g>
    </svg>
  );
}
