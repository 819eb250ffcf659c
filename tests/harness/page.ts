import { expect } from 'vitest';

/** The content of a page's head and body, read like a crawler. */
export class Page {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
  ) {}

  static async get(url: string): Promise<Page> {
    const response = await fetch(url);
    return new Page(response.status, response.headers, await response.text());
  }

  one(pattern: RegExp): string {
    const found = [...this.html.matchAll(new RegExp(pattern, `g${pattern.flags}`))];
    expect(found, String(pattern)).toHaveLength(1);
    return unescape(found[0]?.[1] ?? '');
  }
  get title() {
    return this.one(/<title>([^<]*)<\/title>/);
  }
  get description() {
    return this.one(/<meta name="description" content="([^"]*)"/);
  }
  get canonical() {
    return this.one(/<link rel="canonical" href="([^"]*)"/);
  }
  alternate(language: string) {
    return this.one(new RegExp(`<link rel="alternate" hreflang="${language}" href="([^"]*)"`));
  }
  property(name: string) {
    return this.one(new RegExp(`<meta property="${name}" content="([^"]*)"`));
  }
  get html_tag() {
    return this.one(/<html ([^>]*)>/);
  }
  get structured() {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(this.html)?.[1] ?? '';
    return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
  }
  /** The text without HTML tags. */
  get text() {
    const body = this.html.slice(this.html.indexOf('<body'), this.html.indexOf('id="site-data"'));
    return unescape(body.replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
  }
}

function unescape(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => named[name] ?? '');
}
