// What players may not see: what is shared, and what stands beside the results.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { becomes, found, has, opened, pictures } from "./page.mjs";

after(() => assert.deepEqual(has.troubles, []));

const SCENE = `use d20
actor ada "Ada" { score strength 16 }
check climb "up the wall" by ada {
  skill athletics
  difficulty 15
  advantage "a rope"
}
secret note "TRAPDOOR"
`;

test("for players, sharing says that the address holds everything, and offers the verdict alone", async () => {
  const page = await opened({ scene: SCENE, permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".story", { hasText: "TRAPDOOR" }).waitFor();
  await page.getByText("Players", { exact: true }).click();
  await page.waitForFunction(() => !document.querySelector(".story").textContent.includes("TRAPDOOR"));
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The address holds the whole scene, secrets included.").waitFor();
  await page.screenshot({ path: join(pictures, "share-players.png") });
  assert.deepEqual(await found(page), []);
  await dialog.getByRole("button", { name: "Copy the verdict as players see it" }).click();
  await page.getByText("The verdict is copied, as players see it.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /up the wall/);
  assert.doesNotMatch(copied, /TRAPDOOR|#1/);
  await page.getByRole("button", { name: "Share" }).click();
  await dialog.getByRole("button", { name: "Copy the address with everything" }).click();
  await page.getByText("all that is written in the scene can be read there").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#1/);
  await page.context().close();
});

test("what would tell players of secrets is hidden, or can be", async () => {
  const page = await opened({ scene: SCENE });
  await page.locator(".story", { hasText: "TRAPDOOR" }).waitFor();
  await page.locator(".what-if").waitFor();
  assert.ok(await page.locator("#veil").isHidden());
  await page.getByText("Players", { exact: true }).click();
  await page.getByText("The editor still shows everything, secrets included").waitFor();
  assert.ok(await page.locator(".what-if").isHidden());
  assert.equal(await page.locator(".cm-aside").filter({ visible: true }).count(), 0);
  assert.deepEqual(await found(page), []);
  await page.getByRole("button", { name: "Hide the scene" }).click();
  assert.doesNotMatch(await page.locator("body").innerText(), /TRAPDOOR/);
  await page.screenshot({ path: join(pictures, "veiled.png") });
  assert.deepEqual(await found(page), []);
  await page.getByText("Game master", { exact: true }).click();
  await page.locator(".cm-content", { hasText: "TRAPDOOR" }).waitFor();
  await page.locator(".what-if").waitFor();
  await page.context().close();
});

test("an address keeps the title, and says in plain words why it cannot be read", async () => {
  const page = await opened({ hash: "#example=lamp-house" });
  await page.locator("#title", { hasText: "The lamp house" }).waitFor();
  await page.getByRole("button", { name: "New scene" }).click();
  await page.getByRole("button", { name: "Begin this scene" }).click();
  await page.locator("#title", { hasText: "Your scene" }).waitFor();
  // Who begins a scene wants to write.
  assert.ok(await page.locator(".cm-content").evaluate((node) => node === document.activeElement));
  await page.waitForTimeout(700);
  const { hash } = new URL(page.url());
  const again = await opened({ hash });
  await again.locator("#title", { hasText: "Your scene" }).waitFor();
  await again.context().close();
  for (const [broken, why] of [
    ["#1!!!", "a part of it is missing, or was changed on the way."],
    [hash.slice(0, 40), "a part of it is missing, or was changed on the way."],
    ["#zzz", "it is none of this page, or of another version of it."],
  ]) {
    const other = await opened({ hash: broken });
    assert.equal(await other.locator(".toast").innerText(), `This address cannot be read: ${why}`);
    await becomes(other, "success", "79.75%");
    await other.context().close();
  }
  await page.context().close();
});
