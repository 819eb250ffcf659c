export function PageIntro({ title, text }: { title: string; text: string }) {
  return (
    <div className="hero">
      <div className="page flex flex-col gap-3 py-12">
        <h1 className="text-3xl font-extrabold">{title}</h1>
        <p className="max-w-2xl text-lg text-muted">{text}</p>
      </div>
    </div>
  );
}
