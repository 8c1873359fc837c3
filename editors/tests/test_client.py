"""The language server as a client in Python drives it, with the types of the protocol checked on both sides."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSIZE = os.environ.get("ASSIZE", str(ROOT / "target/ci/assize"))

SCENE = """use ttomp
actor inez "Inez \U0001f3b2"
action climb "up" by inez {
  value 1b "freedom"
  task climb { quality good }
}
expect deliberate "by judgement" { climb.commitment is ambivalent }
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[ASSIZE, "lsp"]))
async def client(lsp_client: LanguageClient):
    # The server asks to be told which files change.
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, folder: pathlib.Path, text: str) -> str:
    uri = (folder / "night.asz").as_uri()
    document = types.TextDocumentItem(uri=uri, language_id="assize", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return uri


def at(uri: str, line: int, character: int) -> dict:
    return {"text_document": types.TextDocumentIdentifier(uri), "position": types.Position(line, character)}


@pytest.mark.asyncio
async def test_a_mistake_comes_and_goes(client: LanguageClient, tmp_path):
    uri = await opened(client, tmp_path, SCENE.replace("by inez", "by inze"))
    (found,) = [one for one in client.diagnostics[uri] if one.severity == types.DiagnosticSeverity.Error]
    assert found.range == types.Range(types.Position(2, 21), types.Position(2, 25))
    context = types.CodeActionContext(diagnostics=[found])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, context)
    fix, *_ = await client.text_document_code_action_async(params)
    (edit,) = fix.edit.changes[uri]
    change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
    version = types.VersionedTextDocumentIdentifier(version=2, uri=uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert list(client.diagnostics[uri]) == []


@pytest.mark.asyncio
async def test_everything_that_is_offered_can_be_asked(client: LanguageClient, tmp_path):
    uri = await opened(client, tmp_path, SCENE)
    assert list(client.diagnostics[uri]) == []
    document = types.TextDocumentIdentifier(uri)
    hover = await client.text_document_hover_async(types.HoverParams(**at(uri, 2, 22)))
    assert "Inez" in hover.contents.value
    words = await client.text_document_completion_async(types.CompletionParams(**at(uri, 4, 27)))
    assert "good" in [item.label for item in words.items]
    definition = await client.text_document_definition_async(types.DefinitionParams(**at(uri, 0, 5)))
    assert definition.uri == "assize:///systems/ttomp.asz"
    context = types.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(types.ReferenceParams(context=context, **at(uri, 2, 22)))
    assert len(references) == 2
    renamed = await client.text_document_rename_async(types.RenameParams(new_name="ada", **at(uri, 2, 22)))
    assert len(renamed.changes[uri]) == 2
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [symbol.name for symbol in symbols] == ["inez", "climb"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(2, 4)]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(tokens.data) % 5 == 0 and tokens.data
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    assert any(" of 6 TP" in hint.label for hint in hints)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    assert not await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))


@pytest.mark.asyncio
async def test_lenses_answer_with_texts(client: LanguageClient, tmp_path):
    uri = await opened(client, tmp_path, SCENE)
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    lenses = await client.text_document_code_lens_async(params)
    assert [lens.command.title for lens in lenses] == ["adjudicate", "odds", "why", "run expectations"]
    for lens in lenses:
        params = types.ExecuteCommandParams(command=lens.command.command, arguments=lens.command.arguments)
        text = await client.workspace_execute_command_async(params)
        assert isinstance(text, str) and text.strip(), lens.command.title
    assert text == "ok line 7 by judgement\n1 of 1 expectations hold\n"
