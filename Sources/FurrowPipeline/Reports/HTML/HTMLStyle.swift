/// The style of a page.
enum HTMLStyle {
  static let text = """
    :root { color-scheme: light dark; --text: #1d2733; --faint: #66727f; --paper: #fff;
      --panel: #f5f7f9; --line: #d9dfe5; --loaded: #2e8b57; --filtered: #8a94a0;
      --duplicates: #c98a1b; --rejected: #c8402f; --time: #4478b8; }
    @media (prefers-color-scheme: dark) { :root { --text: #e4e9ee; --faint: #98a4b0;
      --paper: #14191f; --panel: #1d242c; --line: #35404b; --loaded: #4fbf82; --filtered: #78838f;
      --duplicates: #e0aa47; --rejected: #ee6a58; --time: #6fa3e0; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--text);
      background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; } p { margin: .25rem 0; }
    header p, footer, dt, th { color: var(--faint); font-size: .875rem; }
    section { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem;
      padding: 1rem; margin: 1rem 0; }
    .wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line);
      white-space: nowrap; }
    .n { text-align: right; font-variant-numeric: tabular-nums; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0; }
    dd { margin: 0; } code { font-size: .9em; } a { color: var(--time); }
    .badge { font-size: .75rem; font-weight: 600; padding: .1rem .5rem; border-radius: 1rem;
      border: 1px solid currentColor; vertical-align: middle; }
    .complete, .unchanged { color: var(--loaded); } .rejects { color: var(--duplicates); }
    .failed, .interrupted, .error { color: var(--rejected); } .skipped { color: var(--faint); }
    .warning { color: var(--duplicates); }
    .flow { width: 100%; height: auto; max-height: 18rem; } .flow text { fill: var(--text);
      font-size: 15px; } .flow .count { font-weight: 600; }
    .flow path { opacity: .75; } .read { fill: var(--faint); } path.loaded { fill: var(--loaded); }
    path.filtered, path.undone { fill: var(--filtered); }
    path.duplicates { fill: var(--duplicates); } path.rejected { fill: var(--rejected); }
    .bar { width: 40%; min-width: 6rem; } .bar svg { width: 100%; height: .75rem; display: block; }
    .halves { display: grid; gap: 0 1.5rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
    .halves > div, .facts > div { min-width: 0; }
    .facts { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .25rem 1rem; }
    .wrap td { white-space: normal; } .wrap td.n, .wrap td.type { white-space: nowrap; }
    .chart { width: 100%; height: auto; display: block; } .chart rect, .line rect { fill: var(--time); }
    .chart text { fill: var(--text); font-size: 12px; } .line { width: 100%; height: 4px; display: block; }
    .faint { color: var(--faint); }
    @media print { section { break-inside: avoid; } }
    .time { fill: var(--time); } summary { cursor: pointer; } ul { margin: .25rem 0; }
    """
}
