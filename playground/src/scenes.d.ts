declare module "scenes:first" {
  const first: import("./state/examples.js").Example;
  export default first;
}
declare module "scenes:all" {
  const all: readonly import("./state/examples.js").Example[];
  export default all;
}
declare module "scenes:templates" {
  const templates: readonly import("./state/examples.js").Template[];
  export default templates;
}
