//! Language models that are asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hornbook_experts::Expert;
use hornbook_experts::model::{LanguageModel, ModelAddress, ModelBudget, ModelLimits, ModelPrice, ModelSettings};
use hornbook_explore::journal::Attribute;

use crate::failure::Failure;

/// Language models that are asked, and what that may cost.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Asking language models")]
pub(crate) struct ModelArgs {
    /// Ask a language model, by the name its endpoint has for it; repeatable. The
    /// key is taken from HORNBOOK_MODEL_KEY or OPENAI_API_KEY
    #[arg(long, value_name = "NAME", group = "whom", requires = "url")]
    pub(crate) ask_model: Vec<String>,
    /// The endpoint of language models, which speaks the usual chat-completions
    /// protocol: http://127.0.0.1:8080/v1
    #[arg(long, value_name = "URL", requires = "ask_model")]
    url: Option<String>,
    /// Ask each model so many times, and take what more than half of the answers say
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), requires = "ask_model")]
    samples: u32,
    /// How freely models speak, from 0 to 2 [default: 0 for one sample, 0.7 for several
    /// and with --error-rate]
    #[arg(long, value_name = "NUMBER", requires = "ask_model")]
    temperature: Option<f64>,
    /// Keep answers of models in this folder, and do not ask again what is there
    #[arg(long, value_name = "FOLDER", requires = "ask_model")]
    model_cache: Option<PathBuf>,
    /// What a million tokens cost that are sent, and that are answered: 0.15,0.60
    #[arg(long, value_name = "IN,OUT", value_parser = price, requires = "ask_model")]
    price: Option<ModelPrice>,
    /// Stop before models take more tokens
    #[arg(long, value_name = "N", requires = "ask_model")]
    limit_tokens: Option<u64>,
    /// Stop before models cost more, by --price
    #[arg(long, value_name = "AMOUNT", requires = "price")]
    limit_cost: Option<f64>,
}

/// At this temperature samples differ.
const SAMPLING_TEMPERATURE: f64 = 0.7;

impl ModelArgs {
    /// The models that are to be asked about these attributes: for each, its samples.
    /// With `again`, each is asked the same question several times.
    pub(crate) fn start(
        &self,
        attributes: &[Attribute],
        time_limit: Duration,
        again: bool,
        budget: &Arc<ModelBudget>,
    ) -> Result<Vec<Vec<Box<dyn Expert>>>, Failure> {
        let (Some(url), false) = (&self.url, self.ask_model.is_empty()) else { return Ok(Vec::new()) };
        if attributes.is_empty() {
            return Err(Failure::new("a language model names no attributes: say them by --attributes LIST-OR-FILE"));
        }
        let varied = again || self.samples > 1;
        let temperature = self.temperature.unwrap_or(if varied { SAMPLING_TEMPERATURE } else { 0.0 });
        if varied && temperature <= 0.0 {
            let message = "at --temperature 0 a model says the same each time, so asking it again tells nothing";
            return Err(Failure::new(message));
        }
        let address = ModelAddress::parse(url).map_err(|error| Failure::new(format!("--url: {error}")))?;
        let samples = |name: &String| {
            let settings = ModelSettings {
                temperature,
                time_limit,
                cache: self.model_cache.clone(),
                price: self.price,
                ..ModelSettings::new(name.clone(), address.clone())
            };
            let samples = LanguageModel::samples(&settings, self.samples, None, attributes, budget);
            let samples = samples.map_err(|error| Failure::new(format!("{name}: {error}")))?;
            Ok(samples.into_iter().map(|sample| Box::new(sample) as Box<dyn Expert>).collect())
        };
        self.ask_model.iter().map(samples).collect()
    }

    /// What all of them may spend together.
    pub(crate) fn budget(&self) -> Arc<ModelBudget> {
        let limits = ModelLimits { questions: None, tokens: self.limit_tokens, cost: self.limit_cost };
        Arc::new(ModelBudget::new(limits))
    }
}

/// Two prices with a comma.
fn price(text: &str) -> Result<ModelPrice, String> {
    let expected = || "expected two prices with a comma, such as 0.15,0.60".to_owned();
    let (million_in, million_out) = text.split_once(',').ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| expected());
    Ok(ModelPrice { million_in: number(million_in)?, million_out: number(million_out)? })
}
